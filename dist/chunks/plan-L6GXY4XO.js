import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{a,b}from"./chunk-2H7ZREFE.js";import"./chunk-OTALO4BW.js";export{b as notCompared,a as planOf};
