import { onEntryEvents } from '#server/areas/content/entry/index.ts'
import type { Resource } from '#server/http/routes.ts'
import { configRoutes } from './configs.ts'
import { ruleRoutes } from './rules.ts'
import { plugin, queuePushes, runWork } from './run.ts'

onEntryEvents(queuePushes)

/** Calls 187–194: WeChat official accounts and their rules. */
export const wechat: Resource = { routes: { ...configRoutes, ...ruleRoutes }, plugin, jobs: { 'wechat.run': runWork } }
