import { drawEntryPage } from './drawTask.ts'
import { serveSiteThread } from './inThread.ts'

serveSiteThread(drawEntryPage)
