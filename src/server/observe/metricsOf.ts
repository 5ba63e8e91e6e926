import type { ServerDeps } from '../deps.ts'
import { perServer } from '../hints.ts'
import { createMetrics, type Metrics } from './metrics.ts'

const own = perServer(createMetrics)

/** The metrics of a server: those that its process created before opening the database, or new ones. */
export const metricsOf = (deps: ServerDeps): Metrics => deps.metrics ?? own(deps)
