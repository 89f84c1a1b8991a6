import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{a,b,c,d}from"./chunk-B3YR3X2N.js";import"./chunk-Q5MQI5RY.js";import"./chunk-TS7AY4DD.js";import"./chunk-NFQVP7SZ.js";import"./chunk-OTALO4BW.js";export{d as provisionAll,b as provisionMariadb,a as provisionMysqld,c as provisionSysbench};
