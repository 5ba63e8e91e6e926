import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { registerOpenWork } from '#server/areas/people/account/index.ts'
import { agreeingPersons, listClasses, removeClass, saveClass } from './classes.ts'
import { matching } from './find.ts'
import { presentWord } from './present.ts'
import { removeWords, saveWord, wordFor } from './save.ts'
import { sheetRoutes } from './sheet.ts'

const routes: Routes<'sensitive'> = {
  ...sheetRoutes,
  'sensitive.page': async (ctx, { key, ...paging }) => {
    const { rows, total } = await readPage(matching(ctx.db, key).selectAll().orderBy('id', 'desc'), paging)
    return pageOf(rows.map(presentWord), total, paging.size)
  },
  'sensitive.findById': async (ctx, { id }) => presentWord(await wordFor(ctx, id)),
  'sensitive.save': async (ctx, form) => presentWord(await saveWord(ctx, form)),
  'sensitive.deleteByIdList': async (ctx, ids) => {
    await removeWords(ctx, ids)
    return null
  },
  'sensitive.classes': (ctx) => listClasses(ctx),
  'sensitive.saveClass': saveClass,
  'sensitive.deleteClass': async (ctx, { id }) => {
    await removeClass(ctx, id)
    return null
  },
}

registerOpenWork(agreeingPersons)

export { type ForbiddingClass, forbiddingClasses } from './classes.ts'
export { type FieldText, hitsIn, sensitiveHits } from './hits.ts'
export { rulesOf } from './words.ts'
/** Calls 129–134: sensitive words. */
export const sensitive: Resource = { routes }
