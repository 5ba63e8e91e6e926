// `npm run mutants -- [--sample 60] [--seed N] [--folder src/…] [--budget 60] [--jobs 2] [--only src/…/file.ts:12]`:
// mutation testing. Changes the program at random places, one at a time, in a copy of the sources, and runs the tests
// that execute the changed code; a change that no test notices is untested. `--list` only prints the changes,
// `--saved-map` skips measuring the tests. docs/reliability.md, *Mutants*, describes the measure.
import { parseArgs } from 'node:util'
import { withTemporaryFolder, TestEnvironment } from './mutants/environment.ts'
import { equivalentOf, readEquivalents } from './mutants/equivalent.ts'
import { functionAt, functionsOf } from './mutants/functions.ts'
import { completeMap, isMutable, mutantTests, readMap, type TestMap, updateMap } from './mutants/map.ts'
import { nearness } from './mutants/nearness.ts'
import { reportOf, type Result, showMutant } from './mutants/report.ts'
import { layerOf, type Mutant, sampleMutants } from './mutants/sample.ts'
import { sourceFiles } from './mutants/scratch.ts'
import { importersOf, TestChooser } from './mutants/select.ts'
import { Slot } from './mutants/slot.ts'
import { readTree } from './quality/tree.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const { values } = parseArgs({
  options: {
    sample: text,
    seed: text,
    folder: text,
    budget: text,
    jobs: text,
    only: text,
    list: flag,
    'saved-map': flag,
  },
})
const numberOf = (text: string | undefined, fallback: number): number => {
  const number = Number(text ?? fallback)
  if (!Number.isInteger(number) || number < 1) throw new Error(`not a whole number: ${text ?? ''}`)
  return number
}
const sample = numberOf(values.sample, 60)
const seed = numberOf(values.seed, 1 + (Date.now() % 1_000_000))
const budget = numberOf(values.budget, 60)
const jobs = numberOf(values.jobs, 2)
const folder = (values.folder ?? 'src').replace(/\/$/, '')

const paths = sourceFiles().filter((path) => isMutable(path) && layerOf(path) && path.startsWith(`${folder}/`))
const { only = '' } = values
const mutants = sampleMutants(paths, sample, seed).filter(({ path, line }) => `${path}:${line}`.startsWith(only))
console.log(`${mutants.length} mutants, seed ${seed}${folder === 'src' ? '' : `, folder ${folder}`}`)
if (values.list) for (const mutant of mutants) console.log(showMutant(mutant))
else await withTemporaryFolder(measure)

async function measure(): Promise<void> {
  const map = values['saved-map'] ? completeMap(readMap(), paths) : await measureTests()
  const began = performance.now()
  const sources = readTree()
  const chooser = new TestChooser(map, importersOf(sources))
  const texts = new Map(sources.map(({ path, text }) => [path, text]))
  const equivalents = readEquivalents()
  const results: Result[] = []
  const waiting = [...mutants]

  const judge = async (slot: Slot, mutant: Mutant): Promise<Result['outcome']> => {
    const known = equivalentOf(mutant, equivalents)
    if (known) return { state: 'equivalent', note: known.reason, seconds: 0 }
    const functionName = functionAt(functionsOf(mutant.path, texts.get(mutant.path) ?? ''), mutant.start)?.name ?? null
    const target = { path: mutant.path, functionName }
    if (!chooser.mayRun(target)) return { state: 'survived', note: 'no test runs this function', seconds: 0 }
    const { files, seconds } = chooser.choose(target, budget)
    return slot.try(mutant, files, seconds)
  }
  const work = async (slot: Slot): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const outcome = await judge(slot, mutant)
      results.push({ mutant, outcome })
      const note = outcome.note.split('\n')[0]?.slice(0, 140)
      console.log(
        `${results.length}/${mutants.length}  ${outcome.state}  ${mutant.path}:${mutant.line}  ${mutant.kind}  (${Math.round(outcome.seconds)} s: ${note})`,
      )
    }
  }
  const slots = await Promise.all(Array.from({ length: jobs }, (_none, i) => Slot.open(`m${i}`)))
  await Promise.all(slots.map(work))
  const survived = results.filter(({ outcome }) => outcome.state === 'survived')
  const refused = await slots[0]?.typeErrors(survived.map(({ mutant }) => mutant))
  for (const result of survived) {
    const note = refused?.get(result.mutant)
    if (note) result.outcome = { ...result.outcome, state: 'refused by the types', note }
  }
  for (const slot of slots) await slot.close()

  const order = (result: Result): number => mutants.indexOf(result.mutant)
  console.log(`\n${reportOf(results.toSorted((a, b) => order(a) - order(b)))}`)
  console.log(`${mutants.length} mutants, seed ${seed}, in ${Math.round((performance.now() - began) / 60_000)} min`)
}

/** Updates the map; tests near the mutants run first. */
async function measureTests(): Promise<TestMap> {
  const environment = await TestEnvironment.start()
  const rank = (test: string): number => Math.max(...mutants.map(({ path }) => nearness(path, test)))
  const ranks = new Map(mutantTests().map((test) => [test, rank(test)]))
  const compare = (a: string, b: string): number => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0)
  const map = await updateMap({ workers: jobs + 1, resetEnvironment: () => environment.reset(), compare })
  await environment.stop()
  return map
}
