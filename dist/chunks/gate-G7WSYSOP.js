import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{m as a,n as b,o as c}from"./chunk-H5E7FDLX.js";import"./chunk-EPEAF7NM.js";import"./chunk-3HNBOVYJ.js";import"./chunk-I7MO6YK6.js";import"./chunk-BMCU5SG4.js";import"./chunk-OTALO4BW.js";export{a as defaultGatePath,c as gateOf,b as loadGate};
