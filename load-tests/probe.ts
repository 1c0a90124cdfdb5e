import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATA, main, Stack } from '@filemill/local-stack';
import { makeInputs } from './bench/inputs.ts';
import { convert } from './bench/service.ts';
import { throughput } from './shared/measure.ts';
const stat=(p:string)=>{const t=readFileSync(p+'/stat','utf8');const f=t.slice(t.lastIndexOf(')')+2).split(' ');return {ppid:+f[1]!,u:+f[11]!*10,s:+f[12]!*10,cu:+f[13]!*10,cs:+f[14]!*10,minflt:+f[7]!,cminflt:+f[8]!,comm:t.slice(t.indexOf('(')+1,t.lastIndexOf(')'))}};
function snap(roots:[string,number][]){const all=new Map<number,any>();for(const d of readdirSync('/proc'))if(/^\d+$/.test(d))try{all.set(+d,stat('/proc/'+d))}catch{}
 const out=new Map<string,number[]>();
 for(const [name,root] of roots){const kids=(p:number):number[]=>[...all].filter(([,v])=>v.ppid===p).flatMap(([k])=>[k,...kids(k)]);
  const r=all.get(root);if(!r)continue;
  for(const t of readdirSync(`/proc/${root}/task`))try{const v=stat(`/proc/${root}/task/${t}`);out.set(`${name} thread ${v.comm} ${t===String(root)?'MAIN':t}`,[v.u,v.s,0,0,v.minflt,0])}catch{}
  for(const k of kids(root)){const v=all.get(k);out.set(`${name} child ${v.comm} ${k}`,[v.u,v.s,v.cu,v.cs,v.minflt,v.cminflt])}
 }return out}
const stack=new Stack({publicPort:3940,firstPort:3950,data:`${DATA}/bench`,...(process.env.PROF?{extra:{[process.env.PROF]:{NODE_OPTIONS:'--v8-pool-size=1 --max-semi-space-size=4 --cpu-prof --cpu-prof-interval=100 --cpu-prof-dir=/tmp/prof2/'+process.env.PROF}}}:{})});
await main(async()=>{
 try{await stack.start();const input=await makeInputs(`${DATA}/bench/inputs`,['icon','letter']);
 await throughput(200,2,()=>convert(stack.url,input.icon,'webp'));
 await sleep(3000);
 const roots=stack.children.map(({name,pid=0}):[string,number]=>[name,pid]);
 const N=200;
 const i0=snap(roots);await sleep(20000);const i1=snap(roots);
 const a0=snap(roots);const t=Date.now();for(let i=0;i<N;i++){await convert(stack.url,input.icon,'webp');await sleep(100)}const el=Date.now()-t;const a1=snap(roots);
 console.log('elapsed',el,'idle-scale',el/20000);
 const names=['u','s','cu','cs','minflt','cminflt'];
 const rows:[number,string][]=[];
 for(const [k,v] of a1){const b=a0.get(k);if(!b)continue;const ib=i0.get(k),ia=i1.get(k);const d=v.map((x,j)=>((x-b[j]!)-((ia&&ib)?(ia[j]!-ib[j]!)*el/20000:0))/N);const tot=d[0]!+d[1]!+d[2]!+d[3]!;if(Math.abs(tot)>0.08)rows.push([tot,`${k}  tot ${tot.toFixed(2)}  ${d.map((x,j)=>names[j]+' '+x.toFixed(2)).join('  ')}`])}
 rows.sort((x,y)=>y[0]-x[0]);console.log(rows.map(r=>r[1]).join('\n'));
 }finally{await stack.stop()}
 process.exit(0)});
