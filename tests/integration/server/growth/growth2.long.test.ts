import { describeGrowth } from './describeGrowth.ts'

describeGrowth(1)
