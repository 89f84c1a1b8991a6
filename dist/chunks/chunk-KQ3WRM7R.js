import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{a as s}from"./chunk-OTALO4BW.js";var b={pass:0,regression:1,input:2,inconclusive:3,environment:4,cancelled:130};function f(...n){let i=Math.max(...n.map(([t])=>t.length));return`
Examples:
${n.map(([t,o])=>`  $ mysql-perf-gate ${t.padEnd(i)}  # ${o}`).join(`
`)}`}s(f,"examples");var y={pass:"green",improvement:"green",suspect:"yellow",inconclusive:"yellow",regression:"red",error:"red"};function C({suite:n,cells:i,warnings:c},t){let o=Math.max(...i.map(({id:e})=>e.length)),d=i.flatMap(({id:e,verdict:r,reasons:l,warnings:u})=>[`${t.paint(y[r],r.padEnd(12))}  ${e.padEnd(o)}  ${l.join("; ")}`,...u.map(g=>t.paint("dim",`  ${g.text}`))]),a=Object.entries(n.counts).filter(([,e])=>e>0).map(([e,r])=>`${r} ${e}`),p=n.minimumDetectablePct===void 0?[]:[`A loss of ${n.minimumDetectablePct.toFixed(1)} % would be proven in 4 of 5 such runs.`],m=c.map(e=>t.paint("dim",e.text));return[...d,"",`${t.paint("bold",n.verdict)}: ${a.join(", ")}`,...p,...m].join(`
`)}s(C,"judgementText");var x="0.1.0";export{b as a,f as b,C as c,x as d};
