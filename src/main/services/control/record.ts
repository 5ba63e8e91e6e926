import { z } from 'zod'
import { listeningProcess, ProcessRecord } from '../dataFolder/processRecord.ts'

const record = listeningProcess.extend({ secret: z.string().min(20) })
/** Address of the program that uses a data folder, and the secret of its current run. */
export type ControlRecord = z.output<typeof record>

export const controlRecord = (dataDir: string): ProcessRecord<ControlRecord> =>
  new ProcessRecord(dataDir, 'control.json', record)
