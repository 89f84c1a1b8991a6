import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{a,b,c}from"./chunk-2YL5JSTH.js";import"./chunk-T5BIRSTY.js";import"./chunk-BMCU5SG4.js";import"./chunk-XQ5USDIQ.js";import"./chunk-NFQVP7SZ.js";import"./chunk-OTALO4BW.js";export{a as catalogue,c as nameOf,b as named};
