import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIn } from '../replace-in-function.js';

/**
 * What was submitted is kept by the form's names of its controls, so that erasing finds it whatever the screens call it
 * (docs/form.md#the-authoritys-form).
 */
export class KnowSubmittedValuesByControl1767605000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [before, after] of changes) await replaceIn(runner, 'mask_order', before, after);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [before, after] of changes) await replaceIn(runner, 'mask_order', after, before);
  }
}

const labels =
  'Place of Birth,Address (in Malaysia),Address line 2,Passport No.,Date of Birth,Mobile No.,Accommodation of Stay,Address,State,Postcode,City';
const controls =
  'pob,accommodationAddress1,accommodationAddress2,passNo,dob,region,mobile,accommodationStay,accommodationState,accommodationPostcode,accommodationCity';

const changes = [
  [`fields CONSTANT text[] := '{${labels}}'`, `controls CONSTANT text[] := '{${controls}}'`],
  [`field ->> 'label' = ANY(fields)`, `field ->> 'id' = ANY(controls)`],
] as const;
