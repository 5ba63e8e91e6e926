import { LAYERS, type Mutant } from './sample.ts'
import type { Outcome } from './slot.ts'

/** A mutant with its outcome; `equivalent` ones are not counted. */
export interface Result {
  mutant: Mutant
  outcome: Outcome | { state: 'equivalent'; note: string; seconds: number }
}

const GOAL_ALL = 85
const GOAL_LAYER = 75

const MAX_LINE_CHARS = 160
const shorten = (line: string): string => (line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)} …` : line)

const isCounted = ({ outcome }: Result): boolean => outcome.state !== 'equivalent'
const isCaught = ({ outcome }: Result): boolean => outcome.state !== 'survived'

/** Percent of the mutants that were detected; null if none counts. */
export function scoreOf(results: readonly Result[]): number | null {
  const counted = results.filter(isCounted)
  return counted.length === 0 ? null : (100 * counted.filter(isCaught).length) / counted.length
}

/** Whether the total and each layer reach their goals. */
export function isGoalReached(results: readonly Result[]): boolean {
  const byLayer = LAYERS.map((layer) => scoreOf(results.filter(({ mutant }) => mutant.layer === layer)))
  return (scoreOf(results) ?? 100) >= GOAL_ALL && byLayer.every((score) => (score ?? 100) >= GOAL_LAYER)
}

/** A mutant in three lines: location and kind, the line before and after. */
export const showMutant = ({ path, line, kind, before, after }: Mutant): string =>
  `${path}:${line}  ${kind}\n    - ${shorten(before)}\n    + ${shorten(after)}`

/** The table of scores, the equivalent mutants with their reasons, and the survivors. */
export function reportOf(results: readonly Result[]): string {
  const row = (name: string, some: readonly Result[]): string => {
    const states = some.map(({ outcome }) => outcome.state)
    const count = (state: (typeof states)[number]): string =>
      String(states.filter((each) => each === state).length).padStart(9)
    const score = scoreOf(some)
    const shown = score === null ? '–' : `${Math.round(score)} %`
    return `${name.padEnd(20)}${shown.padStart(6)}${count('killed')}${count('timed out')}${count('refused by the types')}${count('survived')}${count('equivalent')}`
  }
  const head = `${'layer'.padEnd(20)} score   killed  endless    types survived equivalent`
  const layers = LAYERS.flatMap((layer) => {
    const own = results.filter(({ mutant }) => mutant.layer === layer)
    return own.length > 0 ? [row(layer, own)] : []
  })
  const listed = (state: Result['outcome']['state']): string[] =>
    results
      .filter(({ outcome }) => outcome.state === state)
      .map(({ mutant, outcome }) => `${showMutant(mutant)}\n    ${outcome.note}`)
  const [equivalent, survivors] = [listed('equivalent'), listed('survived')]
  return [
    head,
    ...layers,
    row('all', results),
    ...(equivalent.length > 0 ? [`\nequivalent (${equivalent.length}):`, ...equivalent] : []),
    `\nsurvivors (${survivors.length}):`,
    ...survivors,
    `\n${isGoalReached(results) ? 'goal reached' : 'below the goal'}: ${GOAL_ALL} % in all, ${GOAL_LAYER} % in each layer`,
  ].join('\n')
}
