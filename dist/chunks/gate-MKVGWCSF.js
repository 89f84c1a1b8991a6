import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{m as a,n as b,o as c}from"./chunk-5PFPMYSY.js";import"./chunk-YYUY4WHZ.js";import"./chunk-3HNBOVYJ.js";import"./chunk-I7MO6YK6.js";import"./chunk-BMCU5SG4.js";import"./chunk-OTALO4BW.js";export{a as defaultGatePath,c as gateOf,b as loadGate};
