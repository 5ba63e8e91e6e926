import { inSiteThread } from '../engine/inThread.ts'
import { buildInto } from './buildTask.ts'

inSiteThread(buildInto)
