const COLOURS = ['#ffb84d', '#3dd6c4', '#ff6b5e', '#a78bfa', '#6db3ff', '#b9e769'];
const PIECES = 70;
const LASTS = 1100;
const PIXEL = 8;

type Piece = { x: number; y: number; dx: number; dy: number; colour: string };

const burst = (width: number, height: number): Piece[] =>
  Array.from({ length: PIECES }, (_, index) => ({
    x: width / 2,
    y: height * 0.55,
    dx: (Math.random() - 0.5) * width * 0.9,
    dy: -height * (0.25 + Math.random() * 0.5),
    colour: COLOURS[index % COLOURS.length] ?? '#ffb84d',
  }));

const draw = (pen: CanvasRenderingContext2D, pieces: readonly Piece[], time: number) => {
  pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
  pen.globalAlpha = Math.min(1, (1 - time) * 3);
  for (const piece of pieces) {
    const x = piece.x + piece.dx * time;
    const y = piece.y + piece.dy * time + pen.canvas.height * 0.9 * time * time;
    pen.fillStyle = piece.colour;
    pen.fillRect(Math.round(x / PIXEL) * PIXEL, Math.round(y / PIXEL) * PIXEL, PIXEL, PIXEL);
  }
};

export const celebrate = (): void => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const canvas = document.createElement('canvas');
  canvas.className = 'confetti pointer-events-none fixed inset-0 z-70';
  canvas.setAttribute('aria-hidden', 'true');
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  document.body.append(canvas);
  const pieces = burst(canvas.width, canvas.height);
  let start: number | undefined;
  const step = (now: number) => {
    start ??= now;
    const time = (now - start) / LASTS;
    if (time >= 1) return canvas.remove();
    draw(pen, pieces, time);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
};
