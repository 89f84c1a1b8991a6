import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{a,b,c}from"./chunk-BIKVG2VD.js";import"./chunk-QHAJGDE4.js";import"./chunk-BMCU5SG4.js";import"./chunk-BPR6WHKS.js";import"./chunk-NFQVP7SZ.js";import"./chunk-OTALO4BW.js";export{a as catalogue,c as nameOf,b as named};
