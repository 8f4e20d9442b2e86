/** The style of the reference, which doesn't use the album's pages or their style sheet. */
export const referenceStyle = `
:root{color-scheme:light dark;--paper:light-dark(oklch(98.4% .008 75),oklch(20% .018 350));--card:light-dark(#fff,oklch(24.5% .02 350));--line:light-dark(oklch(90.5% .018 65),oklch(33% .022 350));--ink:light-dark(oklch(27% .045 350),oklch(94% .012 60));--soft:light-dark(oklch(48% .035 350),oklch(78% .018 40));--accent:light-dark(oklch(53% .18 16),oklch(78% .13 22));--on:light-dark(oklch(99% .005 60),oklch(20% .05 15));--sunk:light-dark(oklch(95.6% .014 70),oklch(17% .016 350))}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
header,.columns{max-width:1240px;margin:auto;padding:16px}h1,h2,h3{font-family:Georgia,serif;line-height:1.25}h2{margin:2rem 0 .5rem;text-transform:capitalize}h3{font-size:1.1rem;margin:0 0 .5rem;overflow-wrap:anywhere}h4{margin:1rem 0 .25rem}
a{color:var(--accent)}small,.access,.errors,caption{color:var(--soft)}code,pre{font:.92em/1.5 ui-monospace,monospace}
article{background:var(--card);border:1px solid var(--line);border-radius:20px;padding:18px;margin:12px 0;scroll-margin-top:16px}
table{width:100%;border-collapse:collapse}caption{text-align:left;font-size:.85rem}th,td{border-top:1px solid var(--line);padding:6px 12px 6px 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{font-weight:400;width:40%}
pre{overflow:auto;background:var(--sunk);border-radius:12px;padding:12px;max-height:26rem}summary{cursor:pointer;padding:10px 0;color:var(--accent);min-height:44px}
.method{display:inline-block;min-width:4.2em;padding:2px 8px;border-radius:99px;background:var(--sunk);font:600 .8rem/1.6 system-ui;text-align:center}
form{display:flex;flex-wrap:wrap;gap:10px;align-items:center;margin:16px 0}input,button{min-height:44px;border-radius:16px;border:1px solid var(--soft);padding:8px 16px;font:inherit;background:var(--card);color:var(--ink)}input{flex:1 1 16rem;max-width:32rem}button{background:var(--accent);border-color:transparent;color:var(--on);font-weight:600;cursor:pointer}
nav ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:0 16px}nav a{display:inline-block;padding:10px 0;min-height:44px}.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--card);padding:10px}main{min-width:0;outline:none}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media(min-width:900px){.columns{display:grid;grid-template-columns:200px 1fr;gap:32px}nav{position:sticky;top:16px;align-self:start;max-height:95vh;overflow:auto}nav ul{display:block}nav a{padding:6px 0;min-height:0}}
@media print{nav,form{display:none}}`;
