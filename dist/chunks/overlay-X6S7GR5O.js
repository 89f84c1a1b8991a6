import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{a}from"./chunk-OJXZZVFB.js";import"./chunk-OTALO4BW.js";export{a as overlaid};
