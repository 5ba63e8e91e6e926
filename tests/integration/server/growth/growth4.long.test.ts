import { describeGrowth } from './describeGrowth.ts'

describeGrowth(3)
