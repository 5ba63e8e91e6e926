export { check, type CheckReport, formatReport } from './command.ts'
export { checkAll, type CheckOptions, type Finding, INVARIANTS } from './run.ts'
