import { drawOne } from './drawTask.ts'
import { inSiteThread } from './inThread.ts'

inSiteThread(drawOne)
