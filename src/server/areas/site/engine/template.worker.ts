import { inSiteThread } from './inThread.ts'
import { drawTemplate } from './templateTask.ts'

inSiteThread(drawTemplate)
