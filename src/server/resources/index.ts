import type { Resource } from '../http/routes.ts'
import { account } from './account/index.ts'
import { classify } from './classify/index.ts'
import { column } from './column/index.ts'
import { content } from './content/index.ts'
import { contentFields } from './contentFields/index.ts'
import { contentMore } from './contentMore/index.ts'
import { department } from './department/index.ts'
import { dictionary } from './dictionary/index.ts'
import { job } from './job/index.ts'
import { fieldCommon } from './fieldCommon/index.ts'
import { label } from './label/index.ts'
import { netWorth } from './netWorth/index.ts'
import { sensitive } from './sensitive/index.ts'
import { role } from './role/index.ts'
import { sheet } from './sheet/index.ts'
import { site } from './site/index.ts'
import { siteCopy } from './siteCopy/index.ts'
import { siteEdit } from './siteEdit/index.ts'
import { siteRecycle } from './siteRecycle/index.ts'
import { statics } from './statics/index.ts'
import { system } from './system/index.ts'
import { template } from './template/index.ts'
import { templateFile } from './templateFile/index.ts'
import { templateRecycle } from './templateRecycle/index.ts'
import { templateSite } from './templateSite/index.ts'
import { templateSync } from './templateSync/index.ts'
import { upload } from './upload/index.ts'

/** Every resource of the server, one line each. */
export const resources: readonly Resource[] = [
  system,
  account,
  site,
  siteEdit,
  siteCopy,
  siteRecycle,
  column,
  content,
  contentFields,
  contentMore,
  fieldCommon,
  dictionary,
  classify,
  label,
  role,
  department,
  sensitive,
  netWorth,
  template,
  templateRecycle,
  templateSite,
  templateFile,
  templateSync,
  statics,
  job,
  upload,
  sheet,
]
