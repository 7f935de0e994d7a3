import { searchKey } from '#platform/names.ts';

const listOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const NAMES = listOf(
  'name names player players playername username user participant competitor gamer nickname spieler spielerin spielername ' +
    'teilnehmer teilnehmerin joueur joueuse nom pseudo jugador jugadora nombre participante giocatore giocatrice nome ' +
    'partecipante jogador speler naam deelnemer gracz zawodnik имя игрок 名前 姓名 이름',
);
/** Part of a name: with another one, neither column is the whole. */
const PARTS = listOf('firstname lastname surname vorname nachname prenom apellido apellidos cognome');
const SCORES = listOf(
  'score scores points point pts total totals punkte pkt punktzahl gesamt gesamtpunkte gesamtpunktzahl puntos puntaje ' +
    'puntuacion punti punteggio totale pontos pontuacao punten totaal punkty wynik очки баллы 得点 得分 점수',
);
const SUMS = listOf(
  'total totals subtotal sum sums summe gesamt gesamtsumme insgesamt somme suma totale totaal average durchschnitt',
);

const SHOWN = 30;
/** Characters of a cell: folding marks is quadratic in their number. */
const READ = 100;
const wordsOf = (text: string): readonly string[] => searchKey(text.slice(0, READ)).match(/[\p{L}\p{N}]+/gu) ?? [];
const says = (text: string, list: ReadonlySet<string>): boolean => wordsOf(text).some((word) => list.has(word));
const saysOnly = (text: string, list: ReadonlySet<string>): boolean =>
  says(text, list) && wordsOf(text).every((word) => list.has(word));

export const looksLikeHeader = (cells: readonly string[]): boolean =>
  cells.length > 1 && cells.some((cell) => says(cell, NAMES) || says(cell, PARTS) || says(cell, SCORES));

/** 'Total', 'Player'; null for a name. */
export const doubtOf = (name: string): string | null => {
  if (saysOnly(name, SUMS)) return 'looks like a sum';
  return saysOnly(name, NAMES) || saysOnly(name, SCORES) ? 'looks like a header' : null;
};

/** Positions in `labels`; null where it cannot be told which. */
export type Columns = {
  readonly labels: readonly string[];
  readonly name: number | null;
  readonly score: number | null;
};
export type ChosenColumns = Partial<Pick<Columns, 'name' | 'score'>>;

export const isAsked = (columns: Columns | undefined): boolean =>
  columns !== undefined && (columns.name === null || columns.score === null);

/** Without a header: a line, and the columns after the first that hold numbers. */
type Plain = { readonly example: readonly string[]; readonly numbers: readonly number[] };
const NO_LINE: Plain = { example: [], numbers: [] };

/** The first two where no header tells, unless several hold numbers. */
export function findColumns(
  header: readonly string[] | null,
  width: number,
  chosen: ChosenColumns,
  { example, numbers }: Plain = NO_LINE,
): Columns {
  const labels = Array.from({ length: width }, (_, index) => {
    const [said, shown = ''] = [header?.[index], header === null ? example[index]?.slice(0, SHOWN) : ''];
    return said || `Column ${index + 1}${shown && `: ${shown}`}`;
  });
  if (header === null) return { labels, name: 0, score: numbers.length > 1 ? null : 1, ...chosen };
  const positions = labels.map((_, index) => index);
  const those = (list: ReadonlySet<string>, is = says) => positions.filter((index) => is(labels[index] ?? '', list));
  const scores = those(SCORES);
  const others = positions.filter((index) => !scores.includes(index));
  const name = only(those(NAMES, saysOnly)) ?? only([...those(NAMES), ...those(PARTS)], others[0]);
  const rest = scores.filter((index) => index !== name);
  const score = only(rest.length > 0 ? rest : positions.filter((index) => index !== name), 1);
  return { labels, name, score, ...chosen };
}

function only(list: readonly number[], fallback?: number): number | null {
  return list.length > 1 ? null : (list[0] ?? fallback ?? null);
}
