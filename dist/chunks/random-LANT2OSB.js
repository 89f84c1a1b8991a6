import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{a,b}from"./chunk-AB6S2MTJ.js";import"./chunk-OTALO4BW.js";export{a as randomFrom,b as shuffled};
