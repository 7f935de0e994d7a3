import { ErrorBoundary, onDemand, PromptSuspense } from '#platform/web/on-demand.tsx';

/** Preload it for what the server renders. */
export const MessageMarkdown = onDemand(() =>
  import('#features/announcements/web/parts/Markdown.tsx').then((module) => module.Markdown),
);

/** A message's text. As it was typed until the code for its Markdown is there: it may come as the network goes. */
export const MessageText = ({ text }: { text: string }) => {
  const plain = (
    <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
      {text}
    </p>
  );
  return (
    <ErrorBoundary fallback={() => plain}>
      <PromptSuspense fallback={plain}>
        <MessageMarkdown text={text} />
      </PromptSuspense>
    </ErrorBoundary>
  );
};
