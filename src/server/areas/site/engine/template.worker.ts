import { serveSiteThread } from './inThread.ts'
import { drawTemplate } from './templateTask.ts'

serveSiteThread(drawTemplate)
