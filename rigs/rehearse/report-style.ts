/** The look of the report: daylight or night, as the device says. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --night: light-dark(#fbf5e8, #0b1026);
  --panel: light-dark(#fffdf7, #161f42);
  --line: light-dark(#e4d8bf, #27325f);
  --ink: light-dark(#1b2145, #f4efe3);
  --mute: light-dark(#525879, #a9b1d6);
  --sea: light-dark(#006259, #3dd6c4);
  --coral: light-dark(#ac231b, #ff7a6e);
  --violet: light-dark(#5b3fc4, #b29bff);
  --sun: light-dark(#835000, #ffb84d);
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--night); color: var(--ink); font: 1rem/1.5 "Atkinson Hyperlegible Next", system-ui, sans-serif; overflow-wrap: break-word; }
header { padding: 2.5rem max(1rem, calc(50vw - 37.5rem)); color: #f4efe3; background: linear-gradient(#120d33, #2a1450 35%, #7a2a63); border-bottom: 0.5rem solid #ffb057; }
header.broken { border-color: #ff6b5e; }
h1, h2 { font-family: "Jersey 20", "Arial Narrow", sans-serif; font-weight: 400; text-transform: uppercase; line-height: 0.9; }
h1 { font-size: clamp(4rem, 16vw, 7rem); margin-block: 0.5rem; color: #ffb84d; text-shadow: 4px 4px 0 #120d33; }
.broken h1 { color: #ff8a7f; }
h2 { font-size: 2.25rem; margin-bottom: 1rem; }
main { max-width: 77rem; margin: auto; padding: 1.5rem 1rem 4rem; display: grid; gap: 2.5rem; }
ul { list-style: none; padding: 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 0.75rem; }
.figures li { padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--panel); color: var(--mute); line-height: 1.25; }
.figures strong { display: block; font: 400 2.25rem/1 "Jersey 20", "Arial Narrow", sans-serif; color: var(--sun); }
.checks { display: grid; gap: 0.375rem; }
.checks > li { padding: 0.625rem 1rem; border-left: 4px solid var(--sea); background: var(--panel); }
.checks > li > b { display: inline-block; min-width: 4.25rem; color: var(--sea); }
.checks > .bad { border-color: var(--coral); }
.checks > .bad > b { color: var(--coral); }
.checks ul { padding: 0.5rem 0 0 4.25rem; color: var(--mute); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); gap: 1rem; }
figure { padding: 0.5rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--panel); }
figure svg { display: block; width: 100%; height: auto; }
figure svg text { fill: var(--ink); }
figure svg .title { font: 400 20px "Jersey 20", sans-serif; text-transform: uppercase; }
figure svg .grid { stroke: var(--line); }
figure svg .back { fill: transparent; }
figure svg .s0 { stroke: var(--sea); }
figure svg .s1 { stroke: var(--coral); }
figure svg .s2 { stroke: var(--violet); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 2.5rem; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-weight: 400; }
code { font-size: 0.8125rem; font-weight: 400; color: var(--mute); overflow-wrap: anywhere; }
td, th { padding: 0.25rem 0.5rem 0.25rem 0; }
td:last-child { text-align: right; font-variant-numeric: tabular-nums; }
.bar { width: 35%; }
.bar svg { display: block; width: 100%; height: 0.75rem; fill: var(--coral); }
dl { display: grid; grid-template-columns: 6.5rem 1fr; gap: 0.375rem 1rem; }
dt { color: var(--sun); font-weight: 600; }
`;
