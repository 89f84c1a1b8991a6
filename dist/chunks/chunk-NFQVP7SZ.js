import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);
import{a as e}from"./chunk-OTALO4BW.js";var n=class extends Error{static{e(this,"GateError")}name="GateError";kind;what;why;remedy;constructor(t,r,d={}){super(r.what,d),this.kind=t,this.what=r.what,this.why=r.why,this.remedy=r.remedy}};export{n as a};
