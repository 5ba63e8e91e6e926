export { findSession } from './sessions.ts'
