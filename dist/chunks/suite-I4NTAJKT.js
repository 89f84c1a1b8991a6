import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{a,b}from"./chunk-U3JXVBIU.js";import"./chunk-OTALO4BW.js";export{a as exitCodeOf,b as roundsWithin};
