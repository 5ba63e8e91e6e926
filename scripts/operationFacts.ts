// `operationFacts`: prints the facts about operations that the window needs, as JSON. Part of the build.
import { operationFacts } from '#renderer/data/operationFacts.ts'

process.stdout.write(JSON.stringify(operationFacts))
