import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{a}from"./chunk-PIDX7O7P.js";import"./chunk-OTALO4BW.js";export{a as overlaid};
