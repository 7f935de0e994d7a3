/** Loaded before the program: its clock runs as many times as fast as the query says. Timers and the database keep theirs. */
const factor = Number(new URL(import.meta.url).searchParams.get('factor'));
const began = Date.now();

globalThis.Date = new Proxy(Date, {
  construct: (Real, given, made) =>
    Reflect.construct(Real, given.length === 0 ? [began + (Real.now() - began) * factor] : given, made),
  get: (Real, name) => (name === 'now' ? () => began + (Real.now() - began) * factor : Reflect.get(Real, name)),
});
