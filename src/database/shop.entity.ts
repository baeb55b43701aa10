import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A shop that sends orders. `default`, the shop of INTAKE_KEY, always exists. */
@Entity('shops')
export class Shop {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;
}
