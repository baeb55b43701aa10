import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A payment gateway the shops can use; one is active. */
@Entity('gateways')
export class Gateway {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  gatewayName!: string;

  @Column({ type: 'boolean', default: false })
  isActive!: boolean;
}
