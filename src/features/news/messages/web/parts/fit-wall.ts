/** Sizes of letters, of which the largest that fits is taken. The smallest is still read across a hall. */
const SIZES = [11, 7, 5.5, 4.5, 3.5, 2.6];
/** What does not fit turns pages, which share a part so that no line is cut in both. */
const PAGE_MS = 8_000;
const PAGE_PART = 0.8;

/** Fits the letters of a wall to its screen, and turns pages where none fit: `onPage` hears 'Page 1 of 2', or null. Returns what ends it. */
export function fitWall(wall: HTMLElement, onPage: (words: string | null) => void): () => void {
  let [page, pages] = [0, 1];
  const turn = () => {
    page %= pages;
    wall.scrollTop = page * wall.clientHeight * PAGE_PART;
    onPage(pages === 1 ? null : `Page ${page + 1} of ${pages}`);
  };
  const measure = () => {
    const excess = () => wall.scrollHeight - wall.clientHeight;
    for (const size of SIZES) {
      wall.style.setProperty('--size', String(size));
      if (excess() <= 1) break;
    }
    pages = excess() <= 1 ? 1 : 1 + Math.ceil(excess() / (wall.clientHeight * PAGE_PART));
    turn();
  };
  measure();
  void document.fonts?.ready.then(measure);
  // The code for the Markdown comes later.
  const observer = new MutationObserver(measure);
  observer.observe(wall, { childList: true, subtree: true });
  addEventListener('resize', measure);
  const timer = setInterval(() => {
    page += 1;
    turn();
  }, PAGE_MS);
  return () => {
    clearInterval(timer);
    observer.disconnect();
    removeEventListener('resize', measure);
  };
}
