import { z } from 'zod'
import { listening, ProcessRecord } from '../processRecord.ts'

const record = listening.extend({ secret: z.string().min(20) })
/** Where the program that works on a data folder can be asked, and the secret of this run of it. */
export type ControlRecord = z.output<typeof record>

export const controlRecord = (dataDir: string): ProcessRecord<ControlRecord> =>
  new ProcessRecord(dataDir, 'control.json', record)
