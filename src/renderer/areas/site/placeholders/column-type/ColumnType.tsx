import { Placeholder } from '../Placeholder.tsx'
import { COLUMN_TYPE } from '../plans.ts'

/** A placeholder (A·§2). */
export const ColumnType = () => <Placeholder plan={COLUMN_TYPE} />
