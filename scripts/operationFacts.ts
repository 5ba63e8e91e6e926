// `operationFacts`: what the window needs to know of the operations, as JSON. Part of the build.
import { operationFacts } from '#renderer/data/operationFacts.ts'

process.stdout.write(JSON.stringify(operationFacts))
