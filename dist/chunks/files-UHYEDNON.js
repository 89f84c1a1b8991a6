import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{a,b,c,d,e}from"./chunk-ZMOL3IDK.js";import"./chunk-26GS5FL7.js";import"./chunk-NFQVP7SZ.js";import"./chunk-OTALO4BW.js";export{a as builtInFiles,c as builtInFolder,e as locate,b as referenceFile,d as repositoryRoot};
