import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{a as r}from"./chunk-OTALO4BW.js";var n=r(e=>e.some(({severity:o})=>o==="error"),"hasError");export{n as a};
