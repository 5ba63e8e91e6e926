// `npm run bench`: speed against peers in one run on this machine; the ratio is what counts (below 1: we are faster).
import { compare } from '../bench/measure.ts'
import { syncScan } from '../bench/syncScan.ts'

const ROUNDS = 7

for (const bench of syncScan) {
  const outcome = await compare(bench, ROUNDS)
  if (typeof outcome === 'string') {
    console.log(outcome)
    continue
  }
  const { name, peer, ours, theirs } = outcome
  console.log(`${name}: ${ours.toFixed(0)} ms; ${peer}: ${theirs.toFixed(0)} ms; ratio ${(ours / theirs).toFixed(2)}`)
}
