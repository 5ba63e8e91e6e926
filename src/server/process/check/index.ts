export { check, type CheckReport, describe } from './command.ts'
export { checkAll, type CheckOptions, type Finding, INVARIANTS } from './run.ts'
