import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{a,b}from"./chunk-MAAZSOBT.js";import"./chunk-L33RK54F.js";import"./chunk-7NA5NBQ4.js";import"./chunk-SRGPVUFV.js";import"./chunk-LJOW7ZIV.js";import"./chunk-I7MO6YK6.js";import"./chunk-NFQVP7SZ.js";import"./chunk-OTALO4BW.js";export{a as comparisons,b as decideAgain};
