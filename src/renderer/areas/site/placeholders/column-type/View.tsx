import { Placeholder } from '../Placeholder.tsx'
import { COLUMN_TYPE } from '../plans.ts'

/** A placeholder (A·§2). */
export const View = () => <Placeholder plan={COLUMN_TYPE} />
