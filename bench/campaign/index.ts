import { faults } from './faults.ts'
import { fuzz } from './fuzz/index.ts'
import { growth } from './growth.ts'
import { load } from './load.ts'
import type { Part } from './part.ts'
import { power } from './power.ts'
import { week } from './week.ts'

/** The parts of the campaign, in the order of docs/reliability.md. */
export const PARTS: Readonly<Record<string, Part>> = { fuzz, faults, power, load, week, growth }
