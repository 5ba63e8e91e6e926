import { serveSiteThread } from '../engine/inThread.ts'
import { buildIntoSlot } from './buildTask.ts'

serveSiteThread(buildIntoSlot)
