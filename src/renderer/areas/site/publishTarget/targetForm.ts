import type { Control } from 'react-hook-form'
import type { z } from 'zod'
import type { publishTargetSave } from '#shared/contract/publishTarget.ts'

/** What the form of a publish target sends. */
export type TargetForm = z.output<typeof publishTargetSave>
export type TargetControl = Control<z.input<typeof publishTargetSave>, unknown, TargetForm>
