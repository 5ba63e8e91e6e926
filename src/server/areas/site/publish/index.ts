export { startAutoBuilds } from './auto.ts'
export { buildStatics, cleanStatics } from './build.ts'
export { currentSlot, siteFolder } from './folders.ts'
export { serveSites } from './serve.ts'
