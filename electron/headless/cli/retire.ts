import { retire } from '../../gateway/installation/retired.ts'
import { atRest, type RestingPlace } from './at-rest.ts'

export async function retireInto(place: RestingPlace, file: string): Promise<{ readonly file: string }> {
  await retire(atRest(place).where.dataDir, file)
  return { file }
}
